import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, root } from '../scripts/setup.mjs';
import { openGpuDevice } from '../src/gpu/device.ts';

/** Folders with the software adapter SwiftShader: of the unpacked browser, of Debian's package. */
const FOLDERS = [join(root, 'node_modules/.cache/chromium'), '/usr/lib/chromium'];
/** Libraries stay loaded; not among Node's constants. */
const RTLD_NODELETE = 0x1000;

let known: Promise<string | undefined> | undefined;

/**
 * Why no GPU can be used in this process; nothing if one can. Where the machine has none, the software adapter of the test browser is used.
 */
export function missingGpu(): Promise<string | undefined> {
  known ??= findAdapter();
  return known;
}

async function findAdapter(): Promise<string | undefined> {
  if (process.platform === 'linux' && process.env['VK_ICD_FILENAMES'] === undefined) {
    await ensureBrowser();
    const folder = FOLDERS.find((path) => existsSync(join(path, 'vk_swiftshader_icd.json')));
    if (folder) {
      process.env['VK_ICD_FILENAMES'] = join(folder, 'vk_swiftshader_icd.json');
      loadLibrary(join(folder, 'libvulkan.so.1'));
    }
  }
  const access = await openGpuDevice();
  if (!access.device) return access.reason;
  access.device.destroy();
  return undefined;
}

/** Loads the library that Vulkan programs look for by its name; it is no module of Node, which Node says with an error. */
function loadLibrary(path: string): void {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    if (!(error instanceof Error && /self-register/.test(error.message))) throw error;
  }
}
