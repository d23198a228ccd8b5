-- Finds the insights of a segment, and those of a segment within a theme.
drop index insight_segments;
create index insight_segments on insight using gin (segment_ids, theme_ids) where live;
