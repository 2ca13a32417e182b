CREATE TABLE "version_reports" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "version_reports" ADD CONSTRAINT "version_reports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;