/** Memory that several threads read. */

/** A copy of an array in shared memory; a copy in memory of its own if the runtime has no shared memory. */
function inSharedMemory<Numbers extends ArrayBufferView>(numbers: Numbers): Numbers {
  const { buffer, byteOffset, byteLength } = numbers
  const hasShared = typeof SharedArrayBuffer === 'function'
  if (hasShared && buffer instanceof SharedArrayBuffer) return numbers
  const copy = new Uint8Array(hasShared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength))
  copy.set(new Uint8Array(buffer, byteOffset, byteLength))
  return new (numbers.constructor as new (buffer: ArrayBufferLike) => Numbers)(copy.buffer)
}

/** Plain data for threads: a copy whose arrays of numbers are in shared memory. Of other objects, it has the same. */
export function forThreads<Data>(data: Data): Data {
  if (ArrayBuffer.isView(data)) return inSharedMemory(data)
  if (Array.isArray(data)) return data.map(forThreads) as Data
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype)
    return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, forThreads(value)])) as Data
}
