/**
 * WebAssembly programs, big data and one big library of packages, by the name under which `assetBytes` gives them;
 * the build embeds the same. As files they take their own size, as modules with bytecode nearly three times that.
 */
export const WASM_ASSETS: Readonly<Record<string, string>> = {
  "mozjpeg_dec.wasm": "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
  "mozjpeg_enc.wasm": "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm",
  "webp_dec.wasm": "@jsquash/webp/codec/dec/webp_dec.wasm",
  "web-tree-sitter.wasm": "web-tree-sitter/web-tree-sitter.wasm",
  "tree-sitter-bash.wasm": "tree-sitter-bash/tree-sitter-bash.wasm",
  "o200k_base.js": "js-tiktoken/dist/ranks/o200k_base.js",
  "pdfjs.mjs": "unpdf/dist/pdfjs.mjs",
};
