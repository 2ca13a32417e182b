CREATE TABLE "view_uses" (
	"view_id" integer NOT NULL,
	"used_by" text NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "view_uses_view_id_used_by_pk" PRIMARY KEY("view_id","used_by")
);
--> statement-breakpoint
ALTER TABLE "view_uses" ADD CONSTRAINT "view_uses_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_uses_user" ON "view_uses" USING btree ("used_by");