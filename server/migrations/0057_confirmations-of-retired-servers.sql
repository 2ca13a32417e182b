-- Consoles before these rows went with their server have left some behind, which nothing would ever confirm or remove.
DELETE FROM "control_confirmations" WHERE NOT EXISTS (
  SELECT FROM "servers" WHERE "servers"."host" = "control_confirmations"."host"
);
