// Reduces a photo for a slow connection: turns it upright, limits its size, and removes the metadata of the camera.

const quality = 0.8

/** Shrinks a photo. Drawing the photo applies its orientation and removes its metadata, such as location and time. */
export async function reducePhoto(source: Blob | HTMLVideoElement, side: number): Promise<Blob> {
  const bitmap =
    source instanceof Blob
      ? await createImageBitmap(source, { imageOrientation: 'from-image' })
      : await createImageBitmap(source)
  const factor = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * factor))
  canvas.height = Math.max(1, Math.round(bitmap.height * factor))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return encodeCanvas(canvas, 'image/jpeg')
}

export const encodeCanvas = (canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))),
      type,
      quality,
    ),
  )
