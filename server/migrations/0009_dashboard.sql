CREATE TABLE "member_statistics" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"all_members" integer NOT NULL,
	"oncourse" integer NOT NULL,
	"homeportal_oncourse" integer NOT NULL,
	"gender" jsonb NOT NULL,
	"age" jsonb NOT NULL,
	"distribution" jsonb NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sdd_errors" (
	"tenant_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "sdd_errors_tenant_id_at_hash_pk" PRIMARY KEY("tenant_id","at","hash")
);
--> statement-breakpoint
ALTER TABLE "member_statistics" ADD CONSTRAINT "member_statistics_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sdd_errors" ADD CONSTRAINT "sdd_errors_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sdd_errors_at" ON "sdd_errors" USING btree ("at");