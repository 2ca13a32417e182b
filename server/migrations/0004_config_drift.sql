CREATE TABLE "config_drifts" (
	"tenant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"hash" text,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "config_drifts_tenant_id_kind_host_pk" PRIMARY KEY("tenant_id","kind","host")
);
--> statement-breakpoint
ALTER TABLE "configs" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "config_drifts" ADD CONSTRAINT "config_drifts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configs_checked" ON "configs" USING btree ("checked_at");