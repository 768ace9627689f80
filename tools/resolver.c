/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resolver: no host names in static programs.
 *
 * libnuma takes "ip:HOST" for a node and so refers to the C library's resolver, which needs that
 * library's shared parts at run time. A job of a bundle has none and is never given a host.
 */
#include <netdb.h>
#include <stddef.h>

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
		struct addrinfo **res)
{
	(void)node;
	(void)service;
	(void)hints;
	*res = NULL;
	return EAI_FAIL;
}

void freeaddrinfo(struct addrinfo *res)
{
	(void)res;
}

const char *gai_strerror(int error)
{
	(void)error;
	return "host names are not looked up here";
}
