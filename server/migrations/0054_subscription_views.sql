ALTER TABLE "alert_subscriptions" ADD COLUMN "views" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "view_uses" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "view_uses" ADD CONSTRAINT "view_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_uses_person" ON "view_uses" USING btree ("user_id");