-- Competitors, their reviews, and the graph that is built from them. Readers follow competitor_graph.version, so they
-- see one complete version.

-- as in the baseline: create table competitor

-- as in the baseline: create table competitor_source_report

-- as in the baseline: create table competitor_source

-- as in the baseline: create table competitor_review

-- as in the baseline: create table competitor_insight

-- as in the baseline: create table competitor_version

-- as in the baseline: create table competitor_record

-- as in the baseline: create table competitor_subtheme

-- as in the baseline: create table competitor_teaser

-- as in the baseline: create table competitor_version_insight

-- as in the baseline: create table competitor_graph

-- as in the baseline: create table competitor_checkin

-- as in the baseline: create table opportunity_competitor_insight
