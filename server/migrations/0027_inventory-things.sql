CREATE TABLE "inventory_things" (
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"thing_id" integer,
	"declared" jsonb NOT NULL,
	CONSTRAINT "inventory_things_kind_ref_pk" PRIMARY KEY("kind","ref")
);
