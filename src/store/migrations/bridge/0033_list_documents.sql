-- The list representation of themes, Projects, opportunities, contacts and feedback, without what other tables hold and
-- without the closing brace, which are added when a page is read (docs/decisions/0005). In PL/pgSQL for the reason given
-- at iso().
create function iso_json(at timestamptz) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce('"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null');
end $$;

create function theme_document(id uuid, name text, color text, notes text, insight_count integer,
  created_at timestamptz, updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
begin
  return '{"id":"' || id || '","name":' || to_json(name) || ',"color":' || to_json(color)
    || ',"notes":' || coalesce(to_json(notes)::text, 'null') || ',"insight_count":' || insight_count
    || ',"created_at":' || iso_json(created_at) || ',"updated_at":' || iso_json(updated_at);
end $$;
alter table theme add column document text not null generated always as (theme_document(id, name, color, notes,
  insight_count, created_at, updated_at)) stored;

create function project_document(id uuid, title text, slug text, description text, status text,
  created_at timestamptz, updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
begin
  return '{"id":"' || id || '","title":' || to_json(title) || ',"slug":' || to_json(slug)
    || ',"description":' || coalesce(to_json(description)::text, 'null') || ',"status":"' || status
    || '","created_at":' || iso_json(created_at) || ',"updated_at":' || iso_json(updated_at);
end $$;
alter table project add column document text not null generated always as (project_document(id, title, slug,
  description, status, created_at, updated_at)) stored;

create function opportunity_document(id uuid, title text, slug text, summary text, problem_statement text,
  category text, status text, rank integer, previous_rank integer, impact_score real, impact_factors json,
  positive_count integer, negative_count integer, neutral_count integer, insight_count integer, contact_count integer,
  trend text, initiative_id uuid, origin text, source_type text, source_id text, first_seen_at timestamptz,
  last_evidence_at timestamptz, snapshot_id uuid, owner_id text, created_at timestamptz, updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
begin
  return '{"id":"' || id || '","title":' || to_json(title) || ',"slug":' || to_json(slug)
    || ',"summary":' || coalesce(to_json(summary)::text, 'null')
    || ',"problem_statement":' || coalesce(to_json(problem_statement)::text, 'null')
    || ',"category":"' || category || '","status":"' || status || '","rank":' || coalesce(rank::text, 'null')
    || ',"previous_rank":' || coalesce(previous_rank::text, 'null') || ',"impact_score":' || to_json(impact_score)
    || ',"impact_factors":' || impact_factors || ',"sentiment_breakdown":{"positive":' || positive_count
    || ',"negative":' || negative_count || ',"neutral":' || neutral_count || '},"insight_count":' || insight_count
    || ',"contact_count":' || contact_count || ',"trend":"' || trend
    || '","initiative_id":' || coalesce(to_json(initiative_id)::text, 'null') || ',"origin":"' || origin
    || '","source_ref":' || coalesce('{"source_type":' || to_json(source_type) || ',"source_id":' || to_json(source_id)
      || '}', 'null')
    || ',"first_seen_at":' || iso_json(first_seen_at) || ',"last_evidence_at":' || iso_json(last_evidence_at)
    || ',"snapshot_id":' || coalesce(to_json(snapshot_id)::text, 'null')
    || ',"owner_id":' || coalesce(to_json(owner_id)::text, 'null')
    || ',"created_at":' || iso_json(created_at) || ',"updated_at":' || iso_json(updated_at);
end $$;
alter table opportunity add column document text not null generated always as (opportunity_document(id, title, slug,
  summary, problem_statement, category, status, rank, previous_rank, impact_score, impact_factors, positive_count,
  negative_count, neutral_count, insight_count, contact_count, trend, initiative_id, origin, source_type, source_id,
  first_seen_at, last_evidence_at, snapshot_id, owner_id, created_at, updated_at)) stored;

create function contact_document(id uuid, name text, email text, phone text, title text, company jsonb, country text,
  language text, attributes jsonb, tags text[], segment_ids uuid[], nps_score smallint, nps_at timestamptz,
  first_seen_at timestamptz, merged_into_id uuid, erased_at timestamptz, created_at timestamptz,
  updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
begin
  return '{"id":"' || id || '","name":' || coalesce(to_json(name)::text, 'null')
    || ',"email":' || coalesce(to_json(email)::text, 'null') || ',"phone":' || coalesce(to_json(phone)::text, 'null')
    || ',"title":' || coalesce(to_json(title)::text, 'null')
    || ',"company":' || case when company is null then 'null' else
      '{"name":' || coalesce((company->'name')::text, 'null')
      || ',"domain":' || coalesce((company->'domain')::text, 'null')
      || ',"plan":' || coalesce((company->'plan')::text, 'null')
      || ',"mrr":' || coalesce((company->'mrr')::text, 'null')
      || ',"size":' || coalesce((company->'size')::text, 'null')
      || ',"attributes":' || coalesce(nullif(company->'attributes', 'null')::text, '{}') || '}' end
    || ',"country":' || coalesce(to_json(country)::text, 'null')
    || ',"language":' || coalesce(to_json(language)::text, 'null') || ',"attributes":' || attributes
    || ',"tags":' || array_to_json(tags) || ',"segment_ids":' || array_to_json(segment_ids)
    || ',"latest_nps":' || coalesce('{"score":' || nps_score || ',"type":"'
      || case when nps_score >= 9 then 'promoter' when nps_score >= 7 then 'passive' else 'detractor' end
      || '","responded_at":"' || iso(nps_at) || '"}', 'null')
    || ',"first_seen_at":' || iso_json(first_seen_at)
    || ',"merged_into_id":' || coalesce(to_json(merged_into_id)::text, 'null') || ',"erased_at":' || iso_json(erased_at)
    || ',"created_at":' || iso_json(created_at) || ',"updated_at":' || iso_json(updated_at);
end $$;
alter table contact add column document text not null generated always as (contact_document(id, name, email, phone,
  title, company, country, language, attributes, tags, segment_ids, nps_score, nps_at, first_seen_at, merged_into_id,
  erased_at, created_at, updated_at)) stored;

-- Without content and metadata, which can be long and are added as they are.
create function feedback_document(id uuid, external_id text, source text, source_type text, title text,
  contact_id uuid, url text, tags text[], rating_value double precision, rating_min double precision,
  rating_max double precision, batch_id uuid, integration_id uuid, csv_upload_id uuid, occurred_at timestamptz,
  created_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
begin
  return '{"id":"' || id || '","external_id":' || coalesce(to_json(external_id)::text, 'null')
    || ',"source":' || to_json(source) || ',"source_type":' || to_json(source_type)
    || ',"title":' || coalesce(to_json(title)::text, 'null')
    || ',"contact_id":' || coalesce(to_json(contact_id)::text, 'null')
    || ',"url":' || coalesce(to_json(url)::text, 'null') || ',"tags":' || array_to_json(tags)
    || ',"rating":' || coalesce('{"value":' || to_json(rating_value) || ',"scale_min":'
      || coalesce(to_json(rating_min)::text, 'null') || ',"scale_max":' || coalesce(to_json(rating_max)::text, 'null')
      || '}', 'null')
    || ',"batch_id":' || coalesce(to_json(batch_id)::text, 'null')
    || ',"integration_id":' || coalesce(to_json(integration_id)::text, 'null')
    || ',"csv_upload_id":' || coalesce(to_json(csv_upload_id)::text, 'null')
    || ',"occurred_at":' || iso_json(occurred_at) || ',"created_at":' || iso_json(created_at);
end $$;
alter table feedback add column document text not null generated always as (feedback_document(id, external_id, source,
  source_type, title, contact_id, url, tags, rating_value, rating_min, rating_max, batch_id, integration_id,
  csv_upload_id, occurred_at, created_at)) stored;
-- No query filters by a document: see feedback. Citus cannot set this on tables that it has distributed.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table feedback alter document set statistics 0;
    alter table contact alter document set statistics 0;
  end if;
end $$;
drop view feedback_item;
create view feedback_item as
select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
from feedback f join feedback_state s on s.org_id = f.org_id and s.feedback_id = f.id;

-- What is counted for each contact and each item of a page is read from the index alone.
drop index feedback_contact;
create index feedback_contact on feedback (contact_id, org_id, id) include (occurred_at, deleted_at)
  where contact_id is not null;
drop index insight_contact;
create index insight_contact on insight (contact_id, org_id, id) include (sentiment, live) where contact_id is not null;
drop index insight_feedback;
create index insight_feedback on insight (feedback_id, org_id, id) include (live) where feedback_id is not null;
