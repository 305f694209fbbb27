"""Models that run in this process: embeddings now. Import from the modules; nothing heavy is loaded by this
package."""
