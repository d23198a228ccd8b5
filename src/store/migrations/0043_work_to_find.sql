-- What a large load left to the token table, to be read again by the model.
create index insight_vector_table on insight_vector (org_id, insight_id) where model = 'gte-small-static';

-- Whether work of some kind is asked for or under way is looked at before more of it is asked for.
create index job_open on job (org_id, type) where status in ('queued', 'running');
