-- Live insights of an initiative, counted when one of them changes, so that a list of initiatives reads no insights.
alter table initiative
  add column positive_count integer not null default 0,
  add column negative_count integer not null default 0,
  add column neutral_count integer not null default 0;
update initiative o set positive_count = x.positive, negative_count = x.negative, neutral_count = x.neutral
from (
  select l.org_id, l.initiative_id, count(*) filter (where i.sentiment = 'POSITIVE') as positive,
    count(*) filter (where i.sentiment = 'NEGATIVE') as negative,
    count(*) filter (where i.sentiment = 'NEUTRAL') as neutral
  from initiative_insight l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
  group by l.org_id, l.initiative_id) x
where o.org_id = x.org_id and o.id = x.initiative_id;

create index nps_response_score on nps_response (org_id, score, id) where deleted_at is null;
