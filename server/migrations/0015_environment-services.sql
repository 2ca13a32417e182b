ALTER TABLE "tenants" ALTER COLUMN "created_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "member_statistics" ADD COLUMN "centres" integer;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "services" text[];--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "total_centres" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "created_by" text;--> statement-breakpoint
UPDATE "tenants" SET "created_by" = (SELECT "actor" FROM "audit_events" WHERE "tenant_id" = "tenants"."id" AND "action" = 'tenant.created' ORDER BY "audit_events"."id" LIMIT 1);--> statement-breakpoint
UPDATE "tenants" SET "created_at" = NULL WHERE "created_by" IS NULL;
