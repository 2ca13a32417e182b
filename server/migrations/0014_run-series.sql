ALTER TABLE "runs" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "untold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_series" ON "runs" USING btree ("series","id");--> statement-breakpoint
CREATE INDEX "runs_untold" ON "runs" USING btree ("started_by_id") WHERE untold;--> statement-breakpoint
UPDATE "runs" SET "series" = "kind" || ':' || CASE
  WHEN "kind" IN ('release', 'deploy') THEN concat_ws('/', "facts"->>'app', "facts"->>'service', "facts"->>'env')
    || CASE WHEN "facts"->>'rollback' = 'true' THEN ' back' ELSE '' END
  WHEN "kind" = 'translations' THEN coalesce("facts"->>'type', '')
  ELSE coalesce("tenant_id"::text, '')
END;
