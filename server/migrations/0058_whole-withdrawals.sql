ALTER TABLE "publications" ADD COLUMN "everywhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "config_items_secret" ON "config_items" USING btree ("kind","key") WHERE secret;