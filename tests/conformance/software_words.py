"""What recordings of the software check name otherwise than we do."""

from __future__ import annotations

#: The words of a call of PanDA, and our names.
CALL = {
    **{"cmt_config_only": "is_platform_only", "container_name": "container_name"},
    **{"cvmfs_tag": "cvmfs_tag", "need_container": "base_needs_container"},
    **{"need_cvmfs": "needs_cvmfs", "only_tags_fc": "only_tags"},
    **{"sw_project": "project", "sw_version": "version"},
}
#: Tests that decide, and the recorded reason where it is not the usual word for it.
REASONS = {
    "+container_source": "A_CONTAINER_ALL_SOURCE",
    "+cvmfs_platform": "A_CVMFS_AND_CMTCONFIG",
    "+cvmfs_container": "A_CVMFS_AND_CONTAINER",
    "+hardware_only": "A_HW_ONLY",
    "+any": "D_NOT_AUTO",
    "no_auto": "D_NOT_AUTO",
    "cpu_exclusive": "R_CPU_EXCL_NO_SPEC",
    "no_cpu": "R_CPU_NO_ENTRY",
    "cvmfs_platform": "R_CVMFS_BUT_NO_CMTCONFIG",
    "error": "R_EXCEPTION",
    "gpu_version": "R_GPU_CUDA",
    "gpu_driver_version": "R_GPU_DRIVER",
    "gpu_exclusive": "R_GPU_EXCL_NO_SPEC",
    "gpu_excluded": "R_GPU_MODEL_EXCL",
    "no_gpu": "R_GPU_NOT_CAPABLE",
    "gpu_microarchitecture": "R_GPU_UARCH",
    "no_container": "R_NEED_CONTAINER",
    "no_cvmfs": "R_NEED_CVMFS",
    "no_hardware": "R_NO_HW_DESCRIPTION",
    "no_tag": "R_TAG",
}
#: Of two tests of a reason the last one; one more reason is that of no_auto.
TESTS = {reason: test for test, reason in REASONS.items()}
TESTS["R_NOT_AUTO_WITH_HW_OR_CONTAINER"] = "no_auto"


def reason_of(test: str) -> str:
    """Return the recorded reason of a test.

    >>> reason_of("+any"), reason_of("+tag"), reason_of("cpu_arch")
    ('D_NOT_AUTO', 'A_TAG', 'R_CPU_ARCH')
    """
    usual = ("A" if test[0] == "+" else "R") + "_" + test.removeprefix("+").upper()
    return REASONS.get(test, usual)


def deciding_test(reason: str) -> str:
    """Return the test of a recorded reason.

    >>> deciding_test("D_NOT_AUTO"), deciding_test("A_TAG"), deciding_test("R_CPU_ARCH")
    ('no_auto', '+tag', 'cpu_arch')
    """
    usual = reason[2:].lower()
    return TESTS.get(reason, f"+{usual}" if reason.startswith("A_") else usual)
