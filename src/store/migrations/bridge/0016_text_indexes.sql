-- Finds a text inside the words of insights and contacts, so that a filter by a text that hardly occurs reads no rows.
-- Where the extension is missing or may not be created, such a filter reads all rows of the organization instead.
-- Not for feedback, tickets and interviews: indexing long texts is expected to more than double the cost of a write.
do $$
begin
  create extension if not exists pg_trgm;
  create index insight_text on insight using gin ((array[org_id]),
    (name || E'\n' || coalesce(quote, '') || E'\n' || coalesce(description, '')) gin_trgm_ops)
    with (gin_pending_list_limit = 512) where live;
  create index contact_text on contact using gin ((array[org_id]),
    (coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(company->>'name', '')) gin_trgm_ops)
    with (gin_pending_list_limit = 512) where deleted_at is null;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise warning 'pg_trgm is not available (%), so filters by text are slower', sqlerrm;
end $$;

create index contact_tags on contact using gin ((array[org_id]), tags) where deleted_at is null and tags <> '{}';
create index contact_company on contact (org_id, lower(company->>'name'), id) where deleted_at is null;
create index contact_domain on contact (org_id, lower(company->>'domain'), id) where deleted_at is null;
create index contact_name on contact (org_id, lower(coalesce(name, '')), id) where deleted_at is null;
