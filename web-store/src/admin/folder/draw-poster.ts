const [WIDTH, HEIGHT, RAYS] = [1280, 720, 24]
/** Ground and ray, as on the demo's posters. */
const GROUNDS = [
  ['#2B3390', '#343DA6'],
  ['#1C7A43', '#1F8549'],
  ['#B8165C', '#C21B63'],
  ['#14163F', '#1E2160'],
] as const

/** A picture for a course that has none: flat rays in one of the shop's colours, the same again for the same title. */
export async function drawPoster(title: string): Promise<File> {
  const sum = [...title].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0)
  const [ground, ray] = GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0]
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot create a cover')
  pen.fillStyle = ground
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = ray
  const [x, y] = [WIDTH / 2, HEIGHT / 2]
  for (let n = 0; n < RAYS; n += 2) {
    pen.beginPath()
    pen.moveTo(x, y)
    pen.arc(x, y, WIDTH, (n * 2 * Math.PI) / RAYS, ((n + 1) * 2 * Math.PI) / RAYS)
    pen.fill()
  }
  // The mark of something to play, with the hard shadow of the posters.
  for (const [offset, colour] of [
    [14, '#14163F'],
    [0, '#FFB81C'],
  ] as const) {
    pen.fillStyle = colour
    pen.beginPath()
    pen.moveTo(x - 90 + offset, y - 130 + offset)
    pen.lineTo(x + 150 + offset, y + offset)
    pen.lineTo(x - 90 + offset, y + 130 + offset)
    pen.fill()
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser cannot create a cover')
  return new File([blob], 'cover.png', { type: 'image/png' })
}
