-- When vectors that were there before were last made anew by another model; whoever keeps them in memory reads them again.
alter table analysis_frame add column vectors_at timestamptz(3);
