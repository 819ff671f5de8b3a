/** The built-in ids that `agents.default.tools` may list (30-catalog). */
export const BUILTIN_TOOL_IDS = [
  "read",
  "write",
  "edit",
  "bash",
  "task_query",
  "task_output",
  "task_stop",
  "grep",
  "glob",
  "todowrite",
  "web_fetch",
  "website_deploy",
] as const;

/** The Matrix ids that `agents.default.builtinTools` may list (30-catalog). */
export const MATRIX_TOOL_IDS = [
  "images_understand",
  "image_synthesize",
  "images_search_and_download",
  "image_reverse_search",
  "submit_video_generation",
  "query_video_generation",
  "gen_videos",
  "batch_text_to_video",
  "batch_image_to_video",
  "get_voice_list",
  "batch_text_to_audio",
  "batch_text_to_music",
  "synthesize_speech",
  "batch_synthesize_speech",
  "audios_understand",
  "videos_understand",
  "transcribe_audio",
] as const;

/** A list of built-in ids without any of these gets all three: older files predate them (30-catalog). */
export const TASK_CONTROL_IDS = ["task_query", "task_output", "task_stop"] as const;
