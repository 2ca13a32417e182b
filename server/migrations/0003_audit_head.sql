-- The head of the audit chain exists from the start, so that a change appends to the chain in one statement.
INSERT INTO "audit_head" ("id", "hash", "length") VALUES (1, repeat('0', 64), 0) ON CONFLICT DO NOTHING;
