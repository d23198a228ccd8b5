-- What an insight is about, as the model says: its product area, and the words that name its topic.
alter table insight_vector add column area text;
alter table insight_vector add column area_probability real;
alter table insight_vector add column mention text;

-- The product area that a theme was made for.
alter table theme add column area text;

-- The insight whose point names the subtheme: its vector and its sentiment. Members that make the same point support it.
alter table subtheme add column point bytea;
alter table subtheme add column point_sentiment text;
alter table subtheme add column supporting_count integer not null default 0;
alter table subtheme_insight add column supports boolean not null default true;
update subtheme set supporting_count = insight_count;

-- Vectors of other models than the current one are recomputed in the background.
drop index insight_vector_static;
create index insight_vector_outdated on insight_vector (org_id, insight_id) where model <> 'earshot-small-1';
