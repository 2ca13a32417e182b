CREATE TABLE "alert_subscriptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"rules" integer[] NOT NULL,
	"severities" text[] NOT NULL,
	"regions" integer[] NOT NULL,
	"environments" integer[] NOT NULL,
	"tenants" integer[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "subscription_id" integer;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "alert_members" ADD COLUMN "region_id" integer;--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_subscriptions_user" ON "alert_subscriptions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_subscription_id_alert_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."alert_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_deliveries_subscription" ON "alert_deliveries" USING btree ("subscription_id","sent_at");