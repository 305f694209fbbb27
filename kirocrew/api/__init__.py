"""The API of what stands above the apps: contexts."""
