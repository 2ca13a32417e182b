UPDATE "api_tokens" SET "calls" = (
  SELECT jsonb_agg(coalesce(renamed."new", named."call") ORDER BY named."place")
  FROM jsonb_array_elements_text("api_tokens"."calls") WITH ORDINALITY AS named("call", "place")
  LEFT JOIN (VALUES
    ('listThings', 'listFleetItems'),
    ('listThingTenants', 'listFleetItemTenants'),
    ('saveThing', 'saveFleetItem'),
    ('previewThing', 'previewFleetItem'),
    ('retireThing', 'retireFleetItem')
  ) AS renamed("old", "new") ON renamed."old" = named."call")
WHERE jsonb_typeof("calls") = 'array' AND "calls" <> '[]';
