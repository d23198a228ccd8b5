-- How sure the analysis is of an insight's theme, which themes it suggests where it is not sure, and what an insight
-- says of its subject, by probability.
alter table insight_vector
  add column aspects jsonb,
  add column theme_confidence real check (theme_confidence between 0 and 1),
  add column theme_suggestions jsonb;

-- A subtheme says an aspect of a subject; the subject is null if it is the theme itself.
alter table subtheme
  add column subject text,
  add column aspect text collate "C",
  drop column point,
  drop column point_sentiment;
