-- The insights that people put into a theme: the examples of those that look the same.
create index insight_placed on insight using gin (theme_ids) where live and themes_overridden;
