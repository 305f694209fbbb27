"""The parts of an import: where it reads from, what each item asks for, how it is decided and kept in the ledger."""
