/*
 * Feedback is data, whatever it says. A text that speaks to a model is never put into one request with others, so that
 * it can change nothing but its own labels.
 */

const patterns = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|prompt|previous|above|earlier|prior|rule|everything|all)/i,
  /\b(?:system|developer|assistant)\s*(?:prompt|message|instruction|role)|^\s*(?:system|assistant|developer|user)\s*:/im,
  /\b(?:you are|act as|pretend to be|behave as|respond as)\b.{0,30}\b(?:ai|assistant|model|chatbot|gpt|bot|llm|language model)\b/i,
  /\b(?:new|following|these|my|your|updated) (?:instruction|task|rule|order)s?\s*[:.]/i,
  /\b(?:label|classify|mark|tag|categori[sz]e|rate|name|call|set)\b.{0,40}\b(?:all|every|each|other|everything|others)\b.{0,40}\b(?:as|to|with)\b/i,
  /\b(?:positive|negative|neutral|pain_points|delights|general_feedback|feature_requests|usability_issues|bugs_and_errors)\b.{0,40}\b(?:sentiment|category|label)|"(?:sentiment|category|items|n)"\s*:/i,
  /<\|?(?:im_start|im_end|system|endoftext|eot_id|start_header_id)|\[\/?INST\]|<<SYS>>|###\s*(?:instruction|system|response)/i,
  /\b(?:output|respond|reply|answer|return)\b.{0,20}\b(?:json|only with|exactly|the following)\b/i,
  /(?:ignorier|vergiss).{0,40}(?:anweisung|instruktion)|ignore[zr]?.{0,40}instructions?|ignora.{0,40}(?:instruccion|istruzion|instruç)/i,
]

export const addressesModel = (text: string) => patterns.some((pattern) => pattern.test(text))
