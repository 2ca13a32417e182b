CREATE TABLE "deleted_services" (
	"id" serial PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"service" text NOT NULL,
	"facts" jsonb NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_services" ADD CONSTRAINT "deleted_services_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_services_tenant" ON "deleted_services" USING btree ("tenant_id","service");