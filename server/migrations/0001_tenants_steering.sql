CREATE TABLE "temporary_log_levels" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"set_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relations" (
	"id" serial PRIMARY KEY NOT NULL,
	"parent_id" integer NOT NULL,
	"child_id" integer NOT NULL,
	CONSTRAINT "relations_not_self" CHECK (parent_id <> child_id)
);
--> statement-breakpoint
CREATE TABLE "system_values" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "system_values_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "topic_versions" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "temporary_log_levels" ADD CONSTRAINT "temporary_log_levels_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_parent_id_tenants_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_child_id_tenants_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "system_values" ADD CONSTRAINT "system_values_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "temporary_log_levels_until" ON "temporary_log_levels" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "relations_pair" ON "relations" USING btree (least(parent_id, child_id),greatest(parent_id, child_id));--> statement-breakpoint
CREATE INDEX "relations_parent" ON "relations" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "relations_child" ON "relations" USING btree ("child_id");