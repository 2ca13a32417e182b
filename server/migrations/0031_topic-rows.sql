CREATE TABLE "topic_rows" (
	"topic" text NOT NULL,
	"row_id" integer NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "topic_rows_topic_row_id_pk" PRIMARY KEY("topic","row_id")
);
--> statement-breakpoint
CREATE INDEX "topic_rows_version" ON "topic_rows" USING btree ("topic","version");