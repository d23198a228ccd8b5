-- Statements that belong in a theme, and that do not although they are similar: the analysis compares insights with
-- them.
alter table theme
  add column belongs text[] not null default '{}',
  add column does_not_belong text[] not null default '{}';
