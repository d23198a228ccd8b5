-- Counts by day, so that no report reads every insight, piece of feedback or NPS response (docs/decisions/0021).
-- `series` says what is counted by which value; NPS counts promoters as positive and detractors as negative.
create table daily_count (
  org_id text collate "C" not null references organization (id) on delete cascade,
  series text collate "C" not null,
  value text collate "C" not null,
  day date not null,
  positive integer not null,
  negative integer not null,
  neutral integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (org_id, series, value, day)
);
create index daily_count_day on daily_count (org_id, series, day);

-- Changes since this time (less a margin for transactions that commit late) are not counted yet.
create table daily_count_state (
  org_id text collate "C" not null references organization (id) on delete cascade,
  kind text collate "C" not null check (kind in ('insight', 'feedback', 'nps')),
  counted_at timestamptz(3) not null,
  primary key (org_id, kind)
);

-- as in the baseline: create table daily_count_stale

-- Covers what is counted: a day is read from the index alone.
drop index insight_occurred;
create index insight_occurred on insight (org_id, occurred_at, id)
  include (sentiment, category, source, language, theme_ids, segment_ids, contact_id) where live;

create index insight_source on insight (org_id, source, id) where live;
create index insight_not_auto on insight (org_id, origin, id) where live and origin <> 'auto';
create index insight_dismissed on insight (org_id, id)
  where deleted_at is null and superseded_by_id is null and status = 'dismissed';
create index insight_tags on insight using gin ((array[org_id]), tags) where live and tags <> '{}';
create index feedback_source on feedback (org_id, source, id) where deleted_at is null;
create index feedback_source_type on feedback (org_id, source_type, id) where deleted_at is null;
create index feedback_tags on feedback using gin ((array[org_id]), tags) where deleted_at is null and tags <> '{}';

-- What changed since the last count is read from these indexes alone.
drop index insight_updated;
create index insight_updated on insight (org_id, updated_at, id) include (occurred_at, feedback_id);
drop index nps_response_updated;
create index nps_response_updated on nps_response (org_id, updated_at, id) include (responded_at);
