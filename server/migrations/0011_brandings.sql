CREATE TABLE "brandings" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"brand" jsonb,
	"branch" text,
	"email" jsonb,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;