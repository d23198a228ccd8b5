-- What an insight is about, as the model says: its product area, and the words that name its topic.
alter table insight_vector add column area text;
alter table insight_vector add column area_probability real;
alter table insight_vector add column mention text;

-- The product area that a theme was made for.
alter table theme add column area text;

-- Vectors of other models than the current one are recomputed in the background.
drop index insight_vector_static;
create index insight_vector_outdated on insight_vector (org_id, insight_id) where model <> 'earshot-small-1';
