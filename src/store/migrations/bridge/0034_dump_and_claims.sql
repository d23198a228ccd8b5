-- The functions of generated columns call no function of Earshot: pg_dump writes a search_path without the schema that
-- holds those, and their names were not found while rows were loaded. What the functions return stays the same, so no
-- row is written anew.

create or replace function theme_document(id uuid, name text, color text, notes text, insight_count integer,
  created_at timestamptz, updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
begin
  return '{"id":"' || id || '","name":' || to_json(name) || ',"color":' || to_json(color)
    || ',"notes":' || coalesce(to_json(notes)::text, 'null') || ',"insight_count":' || insight_count
    || ',"created_at":' || to_char(created_at at time zone 'UTC', instant)
    || ',"updated_at":' || to_char(updated_at at time zone 'UTC', instant);
end $$;

create or replace function project_document(id uuid, title text, slug text, description text, status text,
  created_at timestamptz, updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
begin
  return '{"id":"' || id || '","title":' || to_json(title) || ',"slug":' || to_json(slug)
    || ',"description":' || coalesce(to_json(description)::text, 'null') || ',"status":"' || status
    || '","created_at":' || to_char(created_at at time zone 'UTC', instant)
    || ',"updated_at":' || to_char(updated_at at time zone 'UTC', instant);
end $$;

create or replace function opportunity_document(id uuid, title text, slug text, summary text, problem_statement text,
  category text, status text, rank integer, previous_rank integer, impact_score real, impact_factors json,
  positive_count integer, negative_count integer, neutral_count integer, insight_count integer, contact_count integer,
  trend text, initiative_id uuid, origin text, source_type text, source_id text, first_seen_at timestamptz,
  last_evidence_at timestamptz, snapshot_id uuid, owner_id text, created_at timestamptz, updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
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
    || ',"first_seen_at":' || coalesce(to_char(first_seen_at at time zone 'UTC', instant), 'null')
    || ',"last_evidence_at":' || coalesce(to_char(last_evidence_at at time zone 'UTC', instant), 'null')
    || ',"snapshot_id":' || coalesce(to_json(snapshot_id)::text, 'null')
    || ',"owner_id":' || coalesce(to_json(owner_id)::text, 'null')
    || ',"created_at":' || to_char(created_at at time zone 'UTC', instant)
    || ',"updated_at":' || to_char(updated_at at time zone 'UTC', instant);
end $$;

create or replace function contact_document(id uuid, name text, email text, phone text, title text, company jsonb,
  country text, language text, attributes jsonb, tags text[], segment_ids uuid[], nps_score smallint,
  nps_at timestamptz, first_seen_at timestamptz, merged_into_id uuid, erased_at timestamptz, created_at timestamptz,
  updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
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
      || '","responded_at":' || to_char(nps_at at time zone 'UTC', instant) || '}', 'null')
    || ',"first_seen_at":' || to_char(first_seen_at at time zone 'UTC', instant)
    || ',"merged_into_id":' || coalesce(to_json(merged_into_id)::text, 'null')
    || ',"erased_at":' || coalesce(to_char(erased_at at time zone 'UTC', instant), 'null')
    || ',"created_at":' || to_char(created_at at time zone 'UTC', instant)
    || ',"updated_at":' || to_char(updated_at at time zone 'UTC', instant);
end $$;

create or replace function feedback_document(id uuid, external_id text, source text, source_type text, title text,
  contact_id uuid, url text, tags text[], rating_value double precision, rating_min double precision,
  rating_max double precision, batch_id uuid, integration_id uuid, csv_upload_id uuid, occurred_at timestamptz,
  created_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
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
    || ',"occurred_at":' || to_char(occurred_at at time zone 'UTC', instant)
    || ',"created_at":' || to_char(created_at at time zone 'UTC', instant);
end $$;

-- The one table without its schema in a function's text.
do $$
begin
  execute replace(pg_get_functiondef('create_vector_search()'::regprocedure), '''insight_vector''',
    '''public.insight_vector''');
end $$;

-- A claim that is not renewed belongs to a lost job. Workers that waited for its items could fill all places, and the
-- lost job, whose turn would have ended their wait, never got one.
alter table analysis_claim add column renewed_at timestamptz not null default now();
