/* A plot as it stands on the screen, painted once more on a canvas: its own shapes and words, in the colours and letters they have now. */

const scale = 2
const margin = 20
const titleHeight = 34

type Canvas = CanvasRenderingContext2D
const solid = (color: string) => color !== 'none' && color !== 'transparent' && !/,\s*0\)$|\/\s*0\)$/.test(color)

export async function pictureOf(plot: HTMLElement, title: string): Promise<Blob> {
  const { width, height } = plot.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((width + 2 * margin) * scale)
  canvas.height = Math.ceil((height + 2 * margin + titleHeight) * scale)
  const paint = canvas.getContext('2d')!
  await document.fonts.ready
  background(paint, canvas, title)
  const from = plot.getBoundingClientRect()
  // Where something is on the screen is where it goes, moved and enlarged.
  paint.setTransform(scale, 0, 0, scale, (margin - from.left) * scale, (margin + titleHeight - from.top) * scale)
  paintAll(paint, plot, 1)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))), 'image/png'),
  )
}

function background(paint: Canvas, { width, height }: HTMLCanvasElement, title: string) {
  const style = getComputedStyle(document.body)
  const colors = getComputedStyle(document.documentElement)
  paint.fillStyle = colors.getPropertyValue('--panel')
  paint.fillRect(0, 0, width, height)
  paint.fillStyle = colors.getPropertyValue('--ink')
  paint.font = `600 ${14 * scale}px ${style.fontFamily}`
  paint.fillText(title, margin * scale, (margin + 12) * scale)
}

/** Words for those who listen take up no room on the screen. */
const isHidden = (element: Element, style: CSSStyleDeclaration) => {
  if (style.display === 'none' || style.visibility === 'hidden' || element.tagName === 'title') return true
  return (
    element instanceof HTMLElement &&
    style.position === 'absolute' &&
    element.offsetWidth <= 1 &&
    element.offsetHeight <= 1
  )
}

function paintAll(paint: Canvas, element: Element, alphaAbove: number) {
  const style = getComputedStyle(element)
  if (isHidden(element, style)) return
  const alpha = alphaAbove * Number(style.opacity)
  paint.globalAlpha = alpha
  if (element instanceof SVGTextElement) return paintLabel(paint, element, style)
  if (element instanceof SVGGeometryElement) paintShape(paint, element, style, alpha)
  else if (element instanceof HTMLElement) paintBox(paint, element, style)
  for (const child of element.childNodes) {
    paint.globalAlpha = alpha
    if (child instanceof Element) paintAll(paint, child, alpha)
    else if (child instanceof Text && element instanceof HTMLElement) paintWords(paint, child, element, style)
  }
}

function paintBox(paint: Canvas, element: HTMLElement, style: CSSStyleDeclaration) {
  const { left, top, width, height } = element.getBoundingClientRect()
  if (solid(style.backgroundColor)) {
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
  const edge = parseFloat(style.borderLeftWidth)
  if (edge > 0 && solid(style.borderLeftColor)) {
    paint.fillStyle = style.borderLeftColor
    paint.fillRect(left, top, edge, height)
  }
}

/** The box that cuts off what does not fit. */
function cutBy(element: HTMLElement): DOMRect | null {
  for (let one: HTMLElement | null = element; one; one = one.parentElement)
    if (getComputedStyle(one).overflow !== 'visible') return one.getBoundingClientRect()
  return null
}

function paintWords(paint: Canvas, text: Text, element: HTMLElement, style: CSSStyleDeclaration) {
  const cut = cutBy(element)
  const size = parseFloat(style.fontSize)
  paint.fillStyle = style.color
  paint.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const range = document.createRange()
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const { left, top, right, height } = range.getBoundingClientRect()
    if (height === 0 || (cut && (right > cut.right + 1 || top + height > cut.bottom + 2))) continue
    paint.fillText(word, left, top + (height + size * 0.72) / 2)
  }
}

const numberIn = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0)

function pathOf(element: SVGGeometryElement): Path2D {
  const path = new Path2D()
  const of = (name: string) => numberIn(element, name)
  switch (element.tagName) {
    case 'rect':
      path.roundRect(of('x'), of('y'), of('width'), of('height'), of('rx'))
      return path
    case 'circle':
      path.arc(of('cx'), of('cy'), of('r'), 0, 2 * Math.PI)
      return path
    case 'line':
      path.moveTo(of('x1'), of('y1'))
      path.lineTo(of('x2'), of('y2'))
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

/** In the coordinates of the drawing it belongs to. */
function inside(paint: Canvas, element: SVGGraphicsElement, work: () => void) {
  const matrix = element.getScreenCTM()
  if (!matrix) return
  paint.save()
  paint.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
  work()
  paint.restore()
}

function paintShape(paint: Canvas, element: SVGGeometryElement, style: CSSStyleDeclaration, alpha: number) {
  inside(paint, element, () => {
    const path = pathOf(element)
    if (solid(style.fill) && element.tagName !== 'line') {
      paint.globalAlpha = alpha * Number(style.fillOpacity)
      paint.fillStyle = style.fill
      paint.fill(path)
    }
    if (!solid(style.stroke)) return
    paint.globalAlpha = alpha * Number(style.strokeOpacity)
    paint.strokeStyle = style.stroke
    paint.lineWidth = parseFloat(style.strokeWidth) || 1
    paint.lineCap = style.strokeLinecap as CanvasLineCap
    paint.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[\s,]+/).map(parseFloat))
    paint.stroke(path)
  })
}

const alignments: Record<string, CanvasTextAlign> = { start: 'start', middle: 'center', end: 'end' }

function paintLabel(paint: Canvas, element: SVGTextElement, style: CSSStyleDeclaration) {
  inside(paint, element, () => {
    paint.fillStyle = style.fill
    paint.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    paint.textAlign = alignments[style.textAnchor] ?? 'start'
    paint.fillText(element.textContent ?? '', numberIn(element, 'x'), numberIn(element, 'y'))
  })
}
