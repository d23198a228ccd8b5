import Type from 'typebox'
import { closed, Count, oneOf } from './shapes.ts'
import { categoryKeys } from '#vocabulary/categories.ts'
import { sentiments } from '#vocabulary/sentiments.ts'
import { trends } from '#vocabulary/trends.ts'

export const Sentiment = oneOf(...sentiments)
export const Category = oneOf(...categoryKeys)
export const Trend = oneOf(...trends)
export const SentimentBreakdown = Type.Object({ positive: Count, negative: Count, neutral: Count }, closed)
