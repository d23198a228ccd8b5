-- What people decide about subthemes. The analysis neither renames, moves nor empties a pinned one.
alter table subtheme
  add column origin text not null default 'auto' check (origin in ('auto', 'manual')),
  add column pinned boolean not null default false,
  -- The name that the analysis gave, where a person has written another.
  add column generated_name text,
  add column merged_into_id uuid,
  add column dissolved_at timestamptz(3),
  add foreign key (org_id, merged_into_id) references subtheme (org_id, id);

alter table subtheme_insight
  add column by_person boolean not null default false,
  -- The insight had the theme before the subtheme was moved there, and keeps it when the subtheme is moved on.
  add column keeps_theme boolean not null default false;

-- Insights that a person took out of a subtheme, or that it had before it was dissolved or merged. The analysis puts
-- them in no subtheme.
create table subtheme_former_insight (
  org_id text collate "C" not null,
  subtheme_id uuid not null,
  insight_id uuid not null,
  reason text collate "C" not null check (reason in ('removed', 'dissolved', 'merged')),
  supports boolean not null,
  by_person boolean not null,
  keeps_theme boolean not null,
  -- The merge brought the insight into the other subtheme.
  moved boolean not null default false,
  primary key (org_id, subtheme_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade,
  foreign key (org_id, subtheme_id) references subtheme (org_id, id) on delete cascade
);
create index subtheme_former_insight_insight on subtheme_former_insight (org_id, insight_id);

-- Insights that had left a theme stayed in its subthemes.
update subtheme s set insight_count = x.insights, positive_count = x.positive, negative_count = x.negative,
  neutral_count = x.neutral, supporting_count = x.supporting
from (
  select u.org_id, u.id, count(*) filter (where has_theme) as insights,
    count(*) filter (where has_theme and i.sentiment = 'POSITIVE') as positive,
    count(*) filter (where has_theme and i.sentiment = 'NEGATIVE') as negative,
    count(*) filter (where has_theme and i.sentiment = 'NEUTRAL') as neutral,
    count(*) filter (where has_theme and l.supports) as supporting
  from subtheme u
  join subtheme_insight l on l.org_id = u.org_id and l.subtheme_id = u.id
  join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
  cross join lateral (select u.theme_id = any(i.theme_ids) as has_theme) t
  group by u.org_id, u.id having not bool_and(has_theme)) x
where s.org_id = x.org_id and s.id = x.id;
delete from subtheme_insight l using subtheme s, insight i
where s.org_id = l.org_id and s.id = l.subtheme_id and i.org_id = l.org_id and i.id = l.insight_id
  and s.theme_id <> all(i.theme_ids);
