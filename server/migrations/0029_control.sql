CREATE TABLE "control_confirmations" (
	"tenant_id" integer NOT NULL,
	"service" text NOT NULL,
	"host" text NOT NULL,
	"sha256" text,
	"confirmed_at" timestamp with time zone,
	"error" text,
	"failed_at" timestamp with time zone,
	CONSTRAINT "control_confirmations_tenant_id_service_host_pk" PRIMARY KEY("tenant_id","service","host")
);
--> statement-breakpoint
CREATE TABLE "switch_ends" (
	"tenant_id" integer NOT NULL,
	"service" text NOT NULL,
	"name" text NOT NULL,
	"restores" boolean NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "switch_ends_tenant_id_service_name_pk" PRIMARY KEY("tenant_id","service","name")
);
--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "closed" text;--> statement-breakpoint
ALTER TABLE "control_confirmations" ADD CONSTRAINT "control_confirmations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "switch_ends" ADD CONSTRAINT "switch_ends_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "switch_ends_until" ON "switch_ends" USING btree ("until");