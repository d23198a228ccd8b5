import { isMainThread } from 'node:worker_threads'

/*
 * The ONNX runtime reports its use to its vendor unless this variable is set before it is loaded. It reads the
 * variable of the process, which only the main thread can change: other threads have a copy.
 */

const variable = 'ORT_DISABLE_TELEMETRY'
if (isMainThread) process.env[variable] = '1'

/** Loads the ONNX runtime with its telemetry off. */
export async function loadOnnxRuntime() {
  if (process.env[variable] !== '1')
    throw new Error('the main thread must import engine/embed/onnx-runtime.ts before a thread loads the ONNX runtime')
  return import('onnxruntime-node')
}
