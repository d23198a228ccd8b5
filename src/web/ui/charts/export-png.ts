/* Draws the DOM of a plot onto a canvas with its computed colours and fonts. */

const scale = 2
const margin = 20
const titleHeight = 34

type Context2d = CanvasRenderingContext2D
const isVisible = (color: string) => color !== 'none' && color !== 'transparent' && !/,\s*0\)$|\/\s*0\)$/.test(color)

export async function exportPng(plot: HTMLElement, title: string): Promise<Blob> {
  const { width, height } = plot.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((width + 2 * margin) * scale)
  canvas.height = Math.ceil((height + 2 * margin + titleHeight) * scale)
  const paint = canvas.getContext('2d')!
  await document.fonts.ready
  background(paint, canvas, title)
  const from = plot.getBoundingClientRect()
  // Screen coordinates, shifted by the margin and scaled.
  paint.setTransform(scale, 0, 0, scale, (margin - from.left) * scale, (margin + titleHeight - from.top) * scale)
  paintTree(paint, plot, 1)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('canvas.toBlob returned no image'))), 'image/png'),
  )
}

function background(paint: Context2d, { width, height }: HTMLCanvasElement, title: string) {
  const style = getComputedStyle(document.body)
  const colors = getComputedStyle(document.documentElement)
  paint.fillStyle = colors.getPropertyValue('--panel')
  paint.fillRect(0, 0, width, height)
  paint.fillStyle = colors.getPropertyValue('--ink')
  paint.font = `600 ${14 * scale}px ${style.fontFamily}`
  paint.fillText(title, margin * scale, (margin + 12) * scale)
}

/** Includes text for screen readers, which is one pixel large. */
const isHidden = (element: Element, style: CSSStyleDeclaration) => {
  if (style.display === 'none' || style.visibility === 'hidden' || element.tagName === 'title') return true
  return (
    element instanceof HTMLElement &&
    style.position === 'absolute' &&
    element.offsetWidth <= 1 &&
    element.offsetHeight <= 1
  )
}

function paintTree(paint: Context2d, element: Element, parentAlpha: number) {
  const style = getComputedStyle(element)
  if (isHidden(element, style)) return
  const alpha = parentAlpha * Number(style.opacity)
  paint.globalAlpha = alpha
  if (element instanceof SVGTextElement) return paintLabel(paint, element, style)
  if (element instanceof SVGGeometryElement) paintShape(paint, element, style, alpha)
  else if (element instanceof HTMLElement) paintBox(paint, element, style)
  for (const child of element.childNodes) {
    paint.globalAlpha = alpha
    if (child instanceof Element) paintTree(paint, child, alpha)
    else if (child instanceof Text && element instanceof HTMLElement) paintText(paint, child, element, style)
  }
}

function paintBox(paint: Context2d, element: HTMLElement, style: CSSStyleDeclaration) {
  const { left, top, width, height } = element.getBoundingClientRect()
  if (isVisible(style.backgroundColor)) {
    paint.fillStyle = style.backgroundColor
    paint.beginPath()
    paint.roundRect(
      left,
      top,
      width,
      height,
      Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2),
    )
    paint.fill()
  }
  const borderWidth = parseFloat(style.borderLeftWidth)
  if (borderWidth > 0 && isVisible(style.borderLeftColor)) {
    paint.fillStyle = style.borderLeftColor
    paint.fillRect(left, top, borderWidth, height)
  }
}

/** The nearest ancestor that clips its overflow. */
function clippingBox(element: HTMLElement): DOMRect | null {
  for (let one: HTMLElement | null = element; one; one = one.parentElement)
    if (getComputedStyle(one).overflow !== 'visible') return one.getBoundingClientRect()
  return null
}

function paintText(paint: Context2d, text: Text, element: HTMLElement, style: CSSStyleDeclaration) {
  const clip = clippingBox(element)
  const size = parseFloat(style.fontSize)
  paint.fillStyle = style.color
  paint.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const range = document.createRange()
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const { left, top, right, height } = range.getBoundingClientRect()
    if (height === 0 || (clip && (right > clip.right + 1 || top + height > clip.bottom + 2))) continue
    paint.fillText(word, left, top + (height + size * 0.72) / 2)
  }
}

const numberAttribute = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0)

function pathOf(element: SVGGeometryElement): Path2D {
  const path = new Path2D()
  const value = (name: string) => numberAttribute(element, name)
  switch (element.tagName) {
    case 'rect':
      path.roundRect(value('x'), value('y'), value('width'), value('height'), value('rx'))
      return path
    case 'circle':
      path.arc(value('cx'), value('cy'), value('r'), 0, 2 * Math.PI)
      return path
    case 'line':
      path.moveTo(value('x1'), value('y1'))
      path.lineTo(value('x2'), value('y2'))
      return path
    case 'polyline':
    case 'polygon': {
      const points = element.getAttribute('points') ?? ''
      return new Path2D(points === '' ? '' : `M${points}${element.tagName === 'polygon' ? 'Z' : ''}`)
    }
    default:
      return new Path2D(element.getAttribute('d') ?? '')
  }
}

/** Runs `draw` in the coordinate system of the SVG. */
function withTransform(paint: Context2d, element: SVGGraphicsElement, draw: () => void) {
  const matrix = element.getScreenCTM()
  if (!matrix) return
  paint.save()
  paint.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
  draw()
  paint.restore()
}

function paintShape(paint: Context2d, element: SVGGeometryElement, style: CSSStyleDeclaration, alpha: number) {
  withTransform(paint, element, () => {
    const path = pathOf(element)
    if (isVisible(style.fill) && element.tagName !== 'line') {
      paint.globalAlpha = alpha * Number(style.fillOpacity)
      paint.fillStyle = style.fill
      paint.fill(path)
    }
    if (!isVisible(style.stroke)) return
    paint.globalAlpha = alpha * Number(style.strokeOpacity)
    paint.strokeStyle = style.stroke
    paint.lineWidth = parseFloat(style.strokeWidth) || 1
    paint.lineCap = style.strokeLinecap as CanvasLineCap
    paint.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[\s,]+/).map(parseFloat))
    paint.stroke(path)
  })
}

const alignments: Record<string, CanvasTextAlign> = { start: 'start', middle: 'center', end: 'end' }

function paintLabel(paint: Context2d, element: SVGTextElement, style: CSSStyleDeclaration) {
  withTransform(paint, element, () => {
    paint.fillStyle = style.fill
    paint.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    paint.textAlign = alignments[style.textAnchor] ?? 'start'
    paint.fillText(element.textContent ?? '', numberAttribute(element, 'x'), numberAttribute(element, 'y'))
  })
}
