"""An agent's files written by the language model, from a description or an instruction, as a job."""
