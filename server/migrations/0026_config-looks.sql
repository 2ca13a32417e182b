CREATE TABLE "config_looks" (
	"tenant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "config_looks_tenant_id_kind_pk" PRIMARY KEY("tenant_id","kind")
);
--> statement-breakpoint
ALTER TABLE "config_looks" ADD CONSTRAINT "config_looks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;