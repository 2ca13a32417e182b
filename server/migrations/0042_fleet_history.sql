CREATE TABLE "fleet_history" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"thing" text NOT NULL,
	"id" integer NOT NULL,
	"part" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"was" jsonb
);
--> statement-breakpoint
CREATE TABLE "fleet_history_start" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "fleet_history_until" ON "fleet_history" USING btree ("until");--> statement-breakpoint
CREATE INDEX "fleet_history_row" ON "fleet_history" USING btree ("thing","id");
--> statement-breakpoint
-- Notes what the rows of a statement were. Arguments: the key (id, part) and the noted columns, as expressions over `row`.
CREATE FUNCTION keep_fleet_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	facts text := format('select %s as id, %s as part, jsonb_build_object(%s) as was from ', TG_ARGV[0], TG_ARGV[1], TG_ARGV[2]);
	noted text := format('insert into fleet_history (thing, id, part, until, was) select %L, old.id, old.part, clock_timestamp(), ', TG_TABLE_NAME);
BEGIN
	IF NOT EXISTS (SELECT FROM fleet_history_start) OR current_setting('console.history', true) = 'off' THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN EXECUTE noted || 'null from (' || facts || 'rows_after "row") old';
	ELSIF TG_OP = 'DELETE' THEN EXECUTE noted || 'old.was from (' || facts || 'rows_before "row") old';
	ELSE EXECUTE noted || 'old.was from (' || facts || 'rows_before "row") old join (' || facts || 'rows_after "row") new using (id, part) where old.was <> new.was';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Of the many config items only the licence's end is in the list of tenants.
CREATE FUNCTION keep_licence_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM fleet_history_start) OR current_setting('console.history', true) = 'off' THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' AND OLD.value = NEW.value THEN RETURN NULL; END IF;
	INSERT INTO fleet_history (thing, id, part, until, was) VALUES (
		TG_TABLE_NAME, coalesce(NEW.tenant_id, OLD.tenant_id), '', clock_timestamp(),
		CASE TG_OP WHEN 'INSERT' THEN NULL ELSE jsonb_build_object('value', OLD.value) END);
	RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	thing record;
	columns text;
BEGIN
	FOR thing IN SELECT * FROM (VALUES
		('tenants', '"row".id', '''''', '{name,account_id,region_id,active,deployment_group,licence_expires,total_members,deleted_at}'::text[]),
		('tenant_services', '"row".tenant_id', '"row".service', '{cron,web_environment_id,worker_environment_id,sns_environment_id,database_host_id,bridge,version,db_version}'),
		('regions', '"row".id', '''''', '{name}'),
		('accounts', '"row".id', '''''', '{trading_name}'),
		('environments', '"row".id', '''''', '{name}'),
		('database_hosts', '"row".id', '''''', '{label}'),
		('release_targets', '0', '"row".service || ''/'' || "row".env', '{version}')
	) AS listed (name, id, part, kept) LOOP
		SELECT string_agg(format('%L, "row".%I', kept, kept), ', ') INTO columns FROM unnest(thing.kept) kept;
		EXECUTE format('CREATE TRIGGER history_of_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION keep_fleet_history(%L, %L, %L)', thing.name, thing.id, thing.part, columns);
		EXECUTE format('CREATE TRIGGER history_of_updated AFTER UPDATE ON %I REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION keep_fleet_history(%L, %L, %L)', thing.name, thing.id, thing.part, columns);
		EXECUTE format('CREATE TRIGGER history_of_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION keep_fleet_history(%L, %L, %L)', thing.name, thing.id, thing.part, columns);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER history_of_inserted AFTER INSERT ON config_items FOR EACH ROW WHEN (NEW.kind = 'licence' AND NEW.key = 'expires') EXECUTE FUNCTION keep_licence_history();
--> statement-breakpoint
CREATE TRIGGER history_of_updated AFTER UPDATE ON config_items FOR EACH ROW WHEN (NEW.kind = 'licence' AND NEW.key = 'expires') EXECUTE FUNCTION keep_licence_history();
--> statement-breakpoint
CREATE TRIGGER history_of_deleted AFTER DELETE ON config_items FOR EACH ROW WHEN (OLD.kind = 'licence' AND OLD.key = 'expires') EXECUTE FUNCTION keep_licence_history();
--> statement-breakpoint
INSERT INTO fleet_history_start (id, at) SELECT 1, clock_timestamp() WHERE EXISTS (SELECT FROM tenants);
