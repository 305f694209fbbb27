"""The API's shared parts (who asks, errors, idempotency, throttling) and the endpoints of jobs."""
