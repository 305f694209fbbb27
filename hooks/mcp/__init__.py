"""MCP servers: what a configuration says, and what a server answers when it is asked for its tools."""
